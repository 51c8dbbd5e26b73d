// Names of models and of the installation may hold any character, so each language quotes them.

/** A text in JSON, Python, JavaScript and TOML, which all read JSON's texts. */
export const quoted = (text: string) => JSON.stringify(text)
/** A text in a POSIX shell. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
/** A text in PowerShell. */
export const powershellQuoted = (text: string) => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`
