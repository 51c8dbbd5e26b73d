import type { Page } from 'playwright-core'

/** Delays files whose name begins with this text until the returned function is called. */
export async function holdBack(page: Page, name: string) {
  const held = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Holds back whether a first password is to be set, which decides about a message above every page. */
export async function heldSetup(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/setup(\?|$)/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held
}
