type ModuleInfo = { importedIds: readonly string[]; dynamicImporters?: readonly string[]; code: string | null }

export type ModuleFacts = ReturnType<typeof moduleFacts>

/**
 * What modules of ours need, read from their imports. Ant Design and the icons are each imported from one module, so their parts are told
 * by their names.
 */
export function moduleFacts(infoOf: (id: string) => ModuleInfo | undefined, ids: readonly string[] = []) {
  const closures = new Map<string, ReadonlySet<string>>()
  const names = new Map<string, ReadonlySet<string>>()
  /** A module of ours and all of ours that it imports. */
  function closureOf(id: string): ReadonlySet<string> {
    const known = closures.get(id)
    if (known) return known
    const found = new Set<string>()
    const rest = [id]
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      if (found.has(next) || !isOwn(next)) continue
      found.add(next)
      rest.push(...(infoOf(next)?.importedIds ?? []))
    }
    closures.set(id, found)
    return found
  }
  function namesOf(id: string, library: string): ReadonlySet<string> {
    const key = `${library} ${id}`
    const known = names.get(key)
    if (known) return known
    const found = new Set([...closureOf(id)].flatMap((other) => importedNames(infoOf(other)?.code ?? '', library)))
    names.set(key, found)
    return found
  }
  const users = Map.groupBy(
    ids.filter(isOwn).flatMap((id) => importedNames(infoOf(id)?.code ?? '', 'lucide-react')),
    kebabCase,
  )
  /**
   * The places whose modules need a module. A module without a place that is imported later is one for itself: it may be shown
   * anywhere.
   */
  function usersOf(placeOf: (id: string) => string | undefined): (id: string) => readonly string[] {
    const places = new Map<string, Set<string>>()
    for (const id of ids.filter(isOwn)) {
      const place = placeOf(id) ?? (infoOf(id)?.dynamicImporters?.length ? id : undefined)
      if (place === undefined) continue
      for (const needed of closureOf(id)) places.set(needed, (places.get(needed) ?? new Set()).add(place))
    }
    return (id) => [...(places.get(id) ?? [])]
  }
  return {
    closureOf,
    usersOf,
    /** Whether a single module draws the icon. */
    isLonely: (icon: string) => users.get(icon)?.length === 1,
    /** The parts of Ant Design that a module draws, itself or by way of others. */
    partsOf: (id: string) => namesOf(id, 'antd'),
    /** The icons that it draws, as their files are named. */
    iconsOf: (id: string) => [...namesOf(id, 'lucide-react')].map(kebabCase),
  }
}

const isOwn = (id: string) => /\/(web|contract)\/src\//.test(id)

export const importedNames = (code: string, library: string) =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)]
    .filter(([, , from]) => from === library)
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(/\s/)[0] ?? '')
    .filter(Boolean)

/** `Settings2` is the file `settings-2`. */
export const kebabCase = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Za-z])(\d)/g, '$1-$2')
    .toLowerCase()
