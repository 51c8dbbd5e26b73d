import { useEffect } from 'react'
import { useStatus } from '../api/status.ts'

let page: string | undefined
/** What is open over the page, the uppermost last. */
const overlays: { title: string }[] = []
let installation = 'Turnpike'

function show() {
  const title = overlays.at(-1)?.title ?? page
  document.title = title ? `${title} · ${installation}` : installation
}

function useInstallation() {
  const name = useStatus()?.system_name || 'Turnpike'
  useEffect(() => {
    installation = name
    show()
  }, [name])
}

/** Sets the document's title: the page, then the installation; without a page, the installation alone. */
export function useDocumentTitle(title?: string) {
  useInstallation()
  useEffect(() => {
    page = title
    show()
  }, [title])
}

/** While it is drawn, the document is named after what is open over the page: "Edit token ci · Turnpike". */
export function useOverlayTitle(title: string | undefined) {
  useEffect(() => {
    if (!title) return
    const overlay = { title }
    overlays.push(overlay)
    show()
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1)
      show()
    }
  }, [title])
}
