import type { Provider } from './provider.ts'

/**
 * A provider with native formats that older versions of its server lack. On a channel with the setting `chat_only`,
 * clients of those formats are translated.
 */
export function withNative(provider: Provider, added: Pick<Provider, 'native' | 'countsTokens'>): Provider {
  const whole: Provider = { ...provider, ...added }
  return { ...whole, variant: ({ setting }) => (setting.chat_only === true ? provider : whole) }
}
