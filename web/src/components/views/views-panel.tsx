import { charactersIn } from '@turnpike/contract/bounds'
import { type SavedView, type ViewList, viewBounds } from '@turnpike/contract/system/saved-view'
import { Button, Input, Skeleton } from 'antd'
import { Check, Pencil, Star, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { IconButton } from '../buttons/quiet-button.tsx'
import { ErrorState } from '../states/error-state.tsx'
import { useViewChanges, useViews } from './use-views.ts'
import styles from './views.module.css'
import { viewsText } from './views.text.ts'

type ViewsPanelProps = {
  list: ViewList
  /** The query of the list as it is now. */
  current: string
  /** The id of the view that the list shows. */
  chosen: number | undefined
  onChoose: (query: string) => void
}

/** Chooses, saves, renames and deletes views, and sets the one that the list opens with. */
export function ViewsPanel({ list, current, chosen, onChoose }: ViewsPanelProps) {
  const t = viewsText.use()
  const views = useViews(list)
  const { saving, changing, removing } = useViewChanges(list)
  const [renamed, setRenamed] = useState<number>()
  if (views.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  if (views.isError) return <ErrorState error={views.error} onRetry={() => views.refetch()} />
  return (
    <>
      {views.data.length === 0 && <p className={styles.empty}>{t('empty')}</p>}
      {views.data.length > 0 && (
        <ul className={styles.list}>
          <li>
            <button type="button" className={styles.name} onClick={() => onChoose('')}>
              {t('noView')}
            </button>
          </li>
          {views.data.map((view) => (
            <li key={view.id}>
              {renamed === view.id ? (
                <NameForm
                  verb={t('saveName')}
                  initial={view.name}
                  isBusy={changing.isPending}
                  onSubmit={(name) =>
                    changing.mutate({ id: view.id, name }, { onSuccess: () => setRenamed(undefined) })
                  }
                />
              ) : (
                <ViewLine
                  view={view}
                  isChosen={view.id === chosen}
                  onChoose={() => onChoose(view.query)}
                  onRename={() => setRenamed(view.id)}
                  onDefault={() => changing.mutate({ id: view.id, is_default: !view.is_default })}
                  onRemove={() => removing.mutate(view)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <NameForm
          key={views.data.length} // empty again once the view is saved
          verb={t('save')}
          initial=""
          isBusy={saving.isPending}
          onSubmit={(name) => saving.mutate({ name, query: current })}
        />
      </div>
    </>
  )
}

type ViewLineProps = {
  view: SavedView
  isChosen: boolean
  onChoose: () => void
  onRename: () => void
  onDefault: () => void
  onRemove: () => void
}

function ViewLine({ view: { name, is_default }, isChosen, onChoose, onRename, onDefault, onRemove }: ViewLineProps) {
  const t = viewsText.use()
  const star = t(is_default ? 'notDefault' : 'asDefault', { name })
  return (
    <>
      <button type="button" className={styles.name} aria-current={isChosen || undefined} onClick={onChoose}>
        <span title={name}>{name}</span>
        {isChosen && <Check aria-hidden />}
        {is_default && <small>{t('isDefault')}</small>}
      </button>
      <IconButton icon={<Star />} label={star} onClick={onDefault} />
      <IconButton icon={<Pencil />} label={t('rename', { name })} onClick={onRename} />
      <IconButton icon={<Trash2 />} label={t('remove', { name })} onClick={onRemove} />
    </>
  )
}

type NameFormProps = { verb: string; initial: string; isBusy: boolean; onSubmit: (name: string) => void }

function NameForm({ verb, initial, isBusy, onSubmit }: NameFormProps) {
  const t = viewsText.use()
  const id = useId()
  const [name, setName] = useState(initial)
  const [problem, setProblem] = useState<'nameMissing' | 'nameLong'>()
  function submit(event: FormEvent) {
    event.preventDefault()
    const length = charactersIn(name.trim())
    if (length === 0) return setProblem('nameMissing')
    if (length > viewBounds.name.charactersMax) return setProblem('nameLong')
    onSubmit(name.trim())
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Input
        autoFocus={initial !== ''}
        size="small"
        aria-label={t('name')}
        placeholder={t('name')}
        autoComplete="off"
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem && id}
        {...(problem && { status: 'error' as const })}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button size="small" htmlType="submit" loading={isBusy}>
        {verb}
      </Button>
      {problem && (
        <p id={id} className={styles.problem} role="alert">
          {t(problem)}
        </p>
      )}
    </form>
  )
}
