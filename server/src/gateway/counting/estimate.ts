// Prose takes about four bytes a token, code and Chinese about three and a half, JSON three. Strings of random characters
// take less, but nobody pays for them by this number: it only sizes a hold.
const bytesPerToken = 3

/** How many tokens a text has at the outside, as a rule, for the price of measuring its length. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken)
