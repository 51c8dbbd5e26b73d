/** Gives tests the few things of a browser that modules look for when they are imported. Call it before importing them. */
export function fakeBrowser(kept: Record<string, string> = {}) {
  const storage = new Map(Object.entries(kept))
  const window = new EventTarget()
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  }
  for (const [name, value] of Object.entries({ window, localStorage, navigator: { language: 'fr-FR' } }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  return {
    storage,
    /** What a browser tells this tab when another one changed the storage. */
    changeInOtherTab(key: string, text: string | null) {
      if (text === null) storage.delete(key)
      else storage.set(key, text)
      window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
  }
}
