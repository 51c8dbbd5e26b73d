import { useEffect } from 'react'
import { useStatus } from '../api/status.ts'

/** While it is drawn, the document is named after what is open over the page: "Edit token ci · Turnpike". */
export function useOverlayTitle(title: string | undefined) {
  const name = useStatus()?.system_name || 'Turnpike'
  useEffect(() => {
    if (!title) return
    let before: string | undefined
    // A link opens page and overlay at once, and the page sets its own title after the overlay.
    const timer = setTimeout(() => {
      before = document.title
      document.title = `${title} · ${name}`
    })
    return () => {
      clearTimeout(timer)
      if (before !== undefined) document.title = before
    }
  }, [title, name])
}
