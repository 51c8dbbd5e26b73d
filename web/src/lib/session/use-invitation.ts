import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { invitation } from './invitation.ts'

/** Stores the code of an invitation link, `?aff=…`, on the page that it opens. */
export function useInvitation() {
  const [query] = useSearchParams()
  const code = query.get('aff')
  useEffect(() => {
    if (code) invitation.set(code)
  }, [code])
}
