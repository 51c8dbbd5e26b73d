/** An operation that fails for a reason that the operator can understand: only the message is printed. */
export class Refusal extends Error {}
