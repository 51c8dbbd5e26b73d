import { createHmac } from 'node:crypto'

/** The signed URL of one connection; `now` is in seconds. */
export function signAddress(
  url: string,
  { path, apiKey, apiSecret, now }: { path: string; apiKey: string; apiSecret: string; now: number },
): string {
  const { host } = new URL(url)
  const date = new Date(now * 1000).toUTCString()
  const signed = `host: ${host}\ndate: ${date}\nGET ${path} HTTP/1.1`
  const signature = createHmac('sha256', apiSecret).update(signed).digest('base64')
  const claim = `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`
  const authorization = Buffer.from(claim).toString('base64')
  return `${url}?${new URLSearchParams({ authorization, date, host })}`
}
