import type { Log } from '../../../../log.ts'

/** Figures that many calls add to: kept in memory and written every few seconds. */
export type Tally<Figures extends Record<string, number>> = {
  /** Returns at once. */
  add(id: number, figures: Figures): void
  save(): Promise<void>
  close(): Promise<void>
}

const saveEveryMs = 3000

/** For figures that are only shown: a process that is killed loses its last seconds. */
export function createTally<Figures extends Record<string, number>>(
  write: (id: number, figures: Figures) => Promise<unknown>,
  log: Log,
): Tally<Figures> {
  let sums = new Map<number, Record<string, number>>()
  let saving: Promise<void> = Promise.resolve()

  function add(id: number, figures: Record<string, number>): void {
    const sum = sums.get(id)
    if (sum) for (const name in figures) sum[name] = (sum[name] ?? 0) + (figures[name] ?? 0)
    else sums.set(id, { ...figures })
  }

  async function saveAll(): Promise<void> {
    const noted = sums
    sums = new Map()
    for (const [id, figures] of noted)
      try {
        await write(id, figures as Figures) // sums of figures have their members
      } catch (error) {
        add(id, figures) // the next save writes it
        log.debug('figures not saved', { id, error })
      }
  }

  const save = () => {
    saving = saving.then(saveAll)
    return saving
  }
  const timer = setInterval(() => {
    if (sums.size > 0) void save()
  }, saveEveryMs).unref()

  return {
    add,
    save,
    async close() {
      clearInterval(timer)
      await save()
    },
  }
}
