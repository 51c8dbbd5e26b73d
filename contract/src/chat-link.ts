/** Schemes a browser runs or reads by itself; every other one opens the app that registered it. */
const activeSchemes = new Set(['javascript', 'vbscript', 'data', 'file', 'blob', 'filesystem', 'about', 'view-source'])

/** Whether a link opens a site or an app, and never runs in the page that shows it. */
export function isOpenable(link: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^\s/\\]/i.exec(link)?.[1]
  return scheme !== undefined && !activeSchemes.has(scheme.toLowerCase())
}
