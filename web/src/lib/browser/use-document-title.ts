import { useEffect } from 'react'
import { useStatus } from '../api/status.ts'

/** Names the window: the page, then this installation. Home names only the installation. */
export function useDocumentTitle(title?: string) {
  const name = useStatus()?.system_name || 'Turnpike'
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name
  }, [title, name])
}
