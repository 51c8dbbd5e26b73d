/** The search parameter that names the drawer or dialog over a page. */
export const openedName = 'open'

/** The same on pages whose rows unfold, where `open` lists the unfolded rows. */
export const drawerName = 'drawer'

/** The address with a drawer or dialog open over the page, or without one. */
export function addressOfOpened(params: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === undefined) next.delete(name)
  else next.set(name, value)
  return next
}

type Place = { pathname: string; search: string }

/** Whether a navigation shows another page, or the same page with another drawer or dialog. */
export const leavesOpened = (from: Place, to: Place) =>
  from.pathname !== to.pathname ||
  [openedName, drawerName].some(
    (name) => new URLSearchParams(from.search).get(name) !== new URLSearchParams(to.search).get(name),
  )
