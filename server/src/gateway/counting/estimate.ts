// Prose has about four bytes a token, code and Chinese about three and a half, JSON three. Random characters have
// fewer, but this estimate only sizes a hold and is never charged.
const bytesPerToken = 3

/** An upper estimate of a text's tokens from its length alone. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken)
