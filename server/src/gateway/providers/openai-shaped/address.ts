import type { Target } from '../provider.ts'

const cloudflareGateway = 'https://gateway.ai.cloudflare.com'

/**
 * The URL of a path at an upstream of the OpenAI format. Base URLs are stored without a version, but operators paste
 * URLs from documentation, so a version at the end is not repeated. Cloudflare's gateway adds its own.
 */
export function addressOf({ base_url }: Pick<Target, 'base_url'>, path: string): string {
  if (base_url.startsWith(cloudflareGateway)) return base_url + path.replace(/^\/v1(?=\/)/, '')
  return base_url.replace(/\/v\d$/, '') + path
}

export const isCloudflareGateway = (target: Pick<Target, 'base_url'>): boolean =>
  target.base_url.startsWith(cloudflareGateway)

/** The WebSocket URL of an HTTP URL. */
export const socketAddress = (address: string): string => address.replace(/^http/, 'ws')

/** Some servers have no keys, and others refuse an authorization header without one. */
export const bearer = ({ key }: Pick<Target, 'key'>): Record<string, string> =>
  key === '' ? {} : { authorization: `Bearer ${key}` }
