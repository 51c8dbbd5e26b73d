/** The names in a list that people or the server separate by commas; each once, without the space around it. */
export const splitNames = (text: string) =>
  [...new Set(text.split(/[,，\n]/).map((name) => name.trim()))].filter(Boolean)
