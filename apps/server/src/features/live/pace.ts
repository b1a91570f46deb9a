/** How often things are done for open streams. Tests are in more of a hurry. */
export const pace = {
  /** Between two looks for what is new. */
  pollMs: 100,
  /** Between two looks at what has changed of labels and the like. */
  catalogueMs: 300,
  /** Between two looks at whether everybody may still listen. */
  tickMs: 1_000,
  /** Each stream gets a heartbeat every so many ticks, some of the streams at each. */
  ticksPerHeartbeat: 15,
  /** How long a reader who is catching up may take nothing. */
  patienceMs: 30_000,
};
