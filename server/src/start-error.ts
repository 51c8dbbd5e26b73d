/** The server cannot start for a reason the operator can fix: only the message is printed. */
export class StartError extends Error {}
