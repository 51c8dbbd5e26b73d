import type { BrowserContext, Page } from 'playwright-core'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'

/** Returns the address of the server with a host name: browsers make no passkeys for an IP address. */
export async function named(server: TestServer, url: string): Promise<string> {
  const address = url.replace('127.0.0.1', 'localhost')
  await setOptions(server, { PasskeyEnabled: 'true', ServerAddress: address })
  return address
}

/** Adds a virtual authenticator whose owner always consents. */
export async function plugIn(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
