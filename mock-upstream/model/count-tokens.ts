/** Four characters (UTF-16 units) are a token; a part of one counts whole. */
export const tokensOf = (characters: number): number => Math.ceil(characters / 4)

export const charactersOf = (tokens: number): number => tokens * 4

/** What one picture, recording or document adds to the input. */
export const tokensPerMedia = 85
