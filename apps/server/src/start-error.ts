/** An expected failure whose message is all that the terminal shows. */
export class StartError extends Error {}
