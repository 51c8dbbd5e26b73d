const storageOf = (storage: Map<string, string>) => ({
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, text: string) => void storage.set(key, text),
  removeItem: (key: string) => void storage.delete(key),
})

/** Defines the browser globals that modules read when tests import them. Call it before the import. */
export function fakeBrowser(initial: Record<string, string> = {}, tab: Record<string, string> = {}) {
  const storage = new Map(Object.entries(initial))
  const tabStorage = new Map(Object.entries(tab))
  const window = new EventTarget()
  const globals = {
    window,
    localStorage: storageOf(storage),
    sessionStorage: storageOf(tabStorage),
    navigator: { language: 'fr-FR' },
  }
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  return {
    storage,
    /** The storage of this tab alone. */
    tabStorage,
    /** Changes the storage and dispatches the event that a change in another tab causes. */
    changeInOtherTab(key: string, text: string | null) {
      if (text === null) storage.delete(key)
      else storage.set(key, text)
      window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
  }
}
