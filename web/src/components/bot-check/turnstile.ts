type WidgetOptions = {
  sitekey: string
  theme: 'light' | 'dark'
  language: string
  size: 'flexible'
  callback(token: string): void
  'expired-callback'(): void
  'error-callback'(): void
}

/** The part of Cloudflare's script that we use. */
type Turnstile = {
  render(container: HTMLElement, options: WidgetOptions): string
  remove(widget: string): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
let loading: Promise<Turnstile> | undefined

/** Fetches Cloudflare's script once. A failure is not kept, so that the next attempt fetches it again. */
export function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      loading = undefined
      reject(new Error('the bot check could not be loaded'))
    }
    script.src = address
    script.async = true
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : fail())
    script.onerror = fail
    document.head.append(script)
  })
  return loading
}
