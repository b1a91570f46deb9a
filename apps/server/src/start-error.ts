/** A reason not to start, in a sentence that is all the person at the terminal needs to read. */
export class StartError extends Error {}
