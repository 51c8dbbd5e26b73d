/** First few characters … last four: enough to recognise a secret, too little to use it. */
export function maskSecret(secret: string, between = '••••'): string {
  // The ends of a short secret would reveal most of it.
  if (secret.length < 16) return between
  return `${secret.slice(0, 7)}${between}${secret.slice(-4)}`
}
