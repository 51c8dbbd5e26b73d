import type { Target } from '../provider.ts'

const cloudflareGateway = 'https://gateway.ai.cloudflare.com'

/**
 * Where an upstream of OpenAI's shape is asked. Addresses are kept without their version, but people paste what their
 * upstream's page shows, so a version at the end is not doubled. Cloudflare's gateway brings its own.
 */
export function addressOf({ base_url }: Pick<Target, 'base_url'>, path: string): string {
  if (base_url.startsWith(cloudflareGateway)) return base_url + path.replace(/^\/v1(?=\/)/, '')
  return base_url.replace(/\/v\d$/, '') + path
}

export const isCloudflareGateway = (target: Pick<Target, 'base_url'>): boolean =>
  target.base_url.startsWith(cloudflareGateway)

/** The same place for a socket. */
export const socketAddress = (address: string): string => address.replace(/^http/, 'ws')

/** Servers without keys exist; a header without one would be refused by those with. */
export const bearer = ({ key }: Pick<Target, 'key'>): Record<string, string> =>
  key === '' ? {} : { authorization: `Bearer ${key}` }
