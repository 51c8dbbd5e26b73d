import { useEffect } from 'react'
import { useStatus } from '../api/status.ts'

/** Sets the document's title: the page, then the installation; without a page, the installation alone. */
export function useDocumentTitle(title?: string) {
  const name = useStatus()?.system_name || 'Turnpike'
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name
  }, [title, name])
}
