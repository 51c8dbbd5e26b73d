/** Whether a text is an absolute http or https address, without credentials, which would be shown to every reader. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\/][^\s\\]*$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
