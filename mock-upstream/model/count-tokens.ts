/** Four UTF-16 units are one token, rounded up. */
export const tokensOf = (characters: number): number => Math.ceil(characters / 4)

export const charactersOf = (tokens: number): number => tokens * 4

/** The input tokens of one picture, recording or document. */
export const tokensPerMedia = 85
