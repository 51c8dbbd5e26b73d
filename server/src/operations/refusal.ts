/** An operation that fails for a reason that the operator can understand: only the message is printed. */
export class Refusal extends Error {}

/** One line about the current step of an operation, for the waiting operator. */
export type Progress = (line: string) => void
