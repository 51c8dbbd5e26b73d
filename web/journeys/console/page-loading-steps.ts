import type { Page } from 'playwright-core'

/** Keeps back the files whose name begins like this, until they are released. */
export async function holdBack(page: Page, name: string) {
  const held = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}
