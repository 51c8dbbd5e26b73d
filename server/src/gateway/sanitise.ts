const messageMax = 500
const address = /\b(?:https?|wss?):\/\/[^\s"'<>)\]]+/gi
const host = /\b(?:[a-z0-9-]+\.)+(?:com|cn|net|org|io|ai|dev|app|cloud|internal|local|azure|amazonaws)\b(?::\d+)?/gi
const numericAddress = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\[[0-9a-f:]{3,}\](?::\d+)?/gi
const keyLike = /\b(?:sk|pk|rk|key|ghp|xox[bap])[-_.][\w.-]{6,}|\b(?:sk|AIza|AKIA|ya29|eyJ)[\w.-]{12,}/g
/** `Incorrect API key provided: 1234`: what follows the colon, however many words stand before it. */
const labelled =
  /\b(api[-_ ]?key|access[-_ ]?key|token|credentials?|authorization|secret|password)\b([^:=\n]{0,40}[:=]+\s*["']?)(?:(?:bearer|basic)\s+)?[^\s"',;}]+/gi
const schemed = /\b(bearer|basic)\s+[^\s"',;}]+/gi
const account = /\b(?:org|proj|acct)[-_][\w-]{6,}/g

/** An upstream's sentence, fit for a client: no addresses, no keys, nothing that equals a secret of ours. */
export function sanitiseMessage(message: string, secrets: readonly string[]): string {
  let text = message.slice(0, messageMax * 4)
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, '***')
  text = text
    .replace(address, '***')
    .replace(labelled, '$1$2***')
    .replace(schemed, '$1 ***')
    .replace(keyLike, '***')
    .replace(account, '***')
    .replace(host, '***')
    .replace(numericAddress, '***')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
  return text.length > messageMax ? `${text.slice(0, messageMax)}…` : text
}
