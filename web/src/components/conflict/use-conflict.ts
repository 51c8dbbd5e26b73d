import type { FieldChange } from '@turnpike/contract/system/history'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/api/call.ts'
import { toast } from '../overlay/toast-list.ts'

export type Conflict<Row> = {
  /** The name of the person who saved. */
  by: string
  theirs: Row
}

/** The refusal of a change because somebody else changed the row since it was loaded. */
export function useConflict<Row>(load: () => Promise<Row>) {
  const [conflict, setConflict] = useState<Conflict<Row>>()
  return {
    conflict,
    close: () => setConflict(undefined),
    /** False for any other error. Loads the row as it is saved now, for the dialog. */
    catches(error: Error): boolean {
      if (!(error instanceof CallError) || error.code !== 'changed_meanwhile') return false
      const by = String(error.params?.name ?? '')
      load().then(
        (theirs) => setConflict({ by, theirs }),
        (failure: Error) => toast.error(failure.message),
      )
      return true
    },
  }
}

/**
 * The row as it was when the reader began to edit. Rows are loaded again while a form is open; without edits the form
 * follows them, and with edits the server must be told on which row they were made.
 */
export function useSeen<Row>(stored: Row, hasEdits: boolean) {
  const seen = useRef(stored)
  useEffect(() => {
    if (!hasEdits) seen.current = stored
  })
  return {
    get: () => seen.current,
    /** The reader has been shown this row. */
    accept: (row: Row) => {
      seen.current = row
    },
  }
}

type Plain = string | number | null | undefined

/** The members that differ, as the dialog shows them; lists with commas between. */
export function differencesOf(opened: object, now: object): FieldChange[] {
  const [before, after] = [opened as Record<string, unknown>, now as Record<string, unknown>]
  return Object.keys(before)
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: plain(before[field]), after: plain(after[field]), is_hidden: false }))
}

const plain = (value: unknown): Plain =>
  typeof value === 'string' || typeof value === 'number' || value === null ? value : String(value ?? '')
