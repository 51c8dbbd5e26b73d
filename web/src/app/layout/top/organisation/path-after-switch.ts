import { usualEntry } from '../../../../lib/session/console-entry.ts'
import { isCurrent, visibleItems } from '../../side/side-items.ts'

/** The page to show in the new context: the same one if it is there too, else the first one of the context's own. */
export function pathAfterSwitch(
  pathname: string,
  ...[user, flags, pages, place]: Parameters<typeof visibleItems>
): string {
  const items = visibleItems(user, flags, pages, place).flatMap((group) => group.items)
  if (items.some(({ key }) => isCurrent(key, pathname))) return pathname
  const isThere = items.some(({ path }) => path === usualEntry)
  return isThere ? usualEntry : '/log'
}
