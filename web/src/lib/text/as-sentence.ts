/**
 * A refusal as the console words it. Some texts of the contract begin in lower case or end with an exclamation mark,
 * because clients of other consoles compare them letter by letter.
 */
export const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/[!！]$/, '')
