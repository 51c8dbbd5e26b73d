/** A start that cannot go on for a reason the operator can mend: they read the message and nothing else. */
export class StartError extends Error {}
