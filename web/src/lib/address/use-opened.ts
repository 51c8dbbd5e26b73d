import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { addressOfOpened, openedName } from './opened.ts'

/**
 * The drawer or dialog over a page, kept in the address: a link and a reload open it again, and Back closes it. `name` is another
 * parameter where a page already has one.
 */
export function useOpened(name = openedName) {
  const location = useLocation()
  const navigate = useNavigate()
  // A drawer closes after its animation, by the function of an earlier render: it must not undo later changes of the address.
  const latest = useRef(location)
  const isGoingBack = useRef(false)
  useEffect(() => {
    latest.current = location
    isGoingBack.current = false
  }, [location])

  const valueAt = ({ search }: { search: string }) => new URLSearchParams(search).get(name) ?? undefined
  function show(value: string | undefined, { replace }: { replace: boolean }) {
    const { search, state } = latest.current
    const params = addressOfOpened(new URLSearchParams(search), name, value)
    void navigate(
      { search: String(params) },
      { replace, state: replace ? state : { opens: name }, preventScrollReset: true },
    )
  }
  return {
    value: valueAt(location),
    /** Something that is already open is replaced, so that one Back closes either. */
    open: (value: string | number) => show(String(value), { replace: valueAt(latest.current) !== undefined }),
    /** Goes back where opening was the last step; a pasted link has no such step. */
    close() {
      if (valueAt(latest.current) === undefined || isGoingBack.current) return
      if (latest.current.state?.opens === name) {
        isGoingBack.current = true // the address changes a moment later
        void navigate(-1)
      } else show(undefined, { replace: true })
    },
  }
}
export type Opened = ReturnType<typeof useOpened>
