/** Defines the browser globals that modules read when tests import them. Call it before the import. */
export function fakeBrowser(initial: Record<string, string> = {}) {
  const storage = new Map(Object.entries(initial))
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
    /** Changes the storage and dispatches the event that a change in another tab causes. */
    changeInOtherTab(key: string, text: string | null) {
      if (text === null) storage.delete(key)
      else storage.set(key, text)
      window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
  }
}
