import { Button, Checkbox, Input } from 'antd'
import { Search } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import textStyles from '../../../components/style/text.module.css'
import { useUnpriced } from '../../../lib/models/use-unpriced.ts'
import styles from '../channel-editor.module.css'
import { modelsText } from './models.text.ts'

type FetchedModelsDrawerProps = {
  offered: readonly string[]
  models: readonly string[]
  note?: ReactNode
  onTake: (models: string[]) => void
  onClosed: () => void
}

/** The upstream's models and the channel's models in one list: the checked ones become the channel's models. */
export function FetchedModelsDrawer({ offered, models, note, onTake, onClosed }: FetchedModelsDrawerProps) {
  const t = modelsText.use()
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [typed, setTyped] = useState('')

  const names = useMemo(() => [...new Set([...offered, ...models])], [offered, models])
  const unpriced = useUnpriced(names)
  // A channel without models begins with all that have a price.
  const ticked = chosen ?? new Set(models.length > 0 ? models : offered.filter((name) => !unpriced.has(name)))
  const shown = names.filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  // Models keep their order: the first is the one that tests use.
  const taken = [...models, ...offered.filter((name) => !models.includes(name))].filter((name) => ticked.has(name))
  const added = taken.filter((name) => !models.includes(name)).length
  const removed = models.filter((name) => !ticked.has(name)).length

  function tick(some: readonly string[], isOn: boolean) {
    const next = new Set(ticked)
    for (const name of some) isOn ? next.add(name) : next.delete(name)
    setChosen(next)
  }
  const stateOf = (name: string) =>
    offered.includes(name) ? (models.includes(name) ? undefined : t('new')) : t('notOffered')
  const noteOf = (name: string) => [stateOf(name), unpriced.has(name) && t('noPrice')].filter(Boolean).join(' · ')

  return (
    <SideDrawer
      title={t('drawerTitle')}
      summary={t('summary', { added, removed })}
      holdsInput={chosen !== undefined && added + removed > 0}
      onClosed={onClosed}
      buttons={({ close, cancel }) => (
        <>
          <Button type="text" onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button
            type="primary"
            disabled={taken.length === 0}
            onClick={() => {
              onTake(taken)
              close()
            }}
          >
            {t('take', { count: taken.length })}
          </Button>
        </>
      )}
    >
      {note}
      <div className={styles.fetchedTools}>
        <Input
          value={typed}
          aria-label={t('search')}
          placeholder={t('search')}
          prefix={<Search aria-hidden />}
          allowClear
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          onClick={() =>
            tick(
              shown.filter((name) => !unpriced.has(name)),
              true,
            )
          }
        >
          {t('selectAll')}
        </Button>
        <Button onClick={() => tick(shown, false)}>{t('selectNone')}</Button>
      </div>
      {shown.length === 0 && <p className={styles.nothingFetched}>{t(names.length === 0 ? 'none' : 'noneMatch')}</p>}
      <ul className={styles.fetchedList}>
        {shown.map((name) => (
          <li key={name}>
            <Checkbox checked={ticked.has(name)} onChange={(event) => tick([name], event.target.checked)}>
              <code>{name}</code>
            </Checkbox>
            <span className={textStyles.quietLabel}>{noteOf(name)}</span>
          </li>
        ))}
      </ul>
    </SideDrawer>
  )
}
