import { isId } from '@turnpike/contract/page'
import { Link, useParams } from 'react-router'
import { FormSection } from '../../components/form/form-section.tsx'
import { EditPage } from '../../components/page/edit-page.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { CallError } from '../../lib/api/call.ts'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import styles from './channel-editor.module.css'
import { editorText } from './channel-editor.text.ts'
import { ChannelEditor } from './channel-editor.tsx'
import { useChannel, useChannelTypes } from './use-channel.ts'

/** `/channel/add`, and `/channel/edit/31`. */
export function ChannelEditorPage() {
  const { id } = useParams()
  // A new form for every id, so that nothing typed for one channel is saved for another.
  return id === undefined ? <NewChannel key="new" /> : <StoredChannel key={id} id={id} />
}

/** What the first type supports is known before the form is drawn, which it would push down. */
function NewChannel() {
  const t = editorText.use()
  const types = useChannelTypes()
  if (!types.isPending) return <ChannelEditor />
  return (
    <EditPage title={t('add')} backTo="/channel" aside={<CardLoading />}>
      <EditorLoading />
    </EditPage>
  )
}

const missing = new Set(['channel_missing', 'not_found', 'invalid_id', 'invalid_parameter', 'invalid_field'])

function StoredChannel({ id }: { id: string }) {
  const t = editorText.use()
  const channel = useChannel(isId(id) ? Number(id) : 0)
  if (channel.data) return <ChannelEditor stored={channel.data} />

  const isMissing = !isId(id) || (channel.error instanceof CallError && missing.has(channel.error.code ?? ''))
  const isOnItsWay = !isMissing && channel.isPending
  return (
    <EditPage title={t('edit')} backTo="/channel" aside={isOnItsWay && <CardLoading />}>
      {isMissing && (
        <EmptyState title={t('missing')} text={t('missingText')} action={<Link to="/channel">{t('toList')}</Link>} />
      )}
      {!isMissing && channel.isError && (
        <ErrorState error={channel.error} onRetry={channel.refetch} retrying={channel.isFetching} />
      )}
      {isOnItsWay && <EditorLoading />}
    </EditPage>
  )
}

const sections = [
  { title: 'basics', bars: ['b1', 'b2'] },
  { title: 'credentials', bars: ['c1', 'c2'] },
  { title: 'modelsSection', bars: ['m1', 'm2', 'm3'] },
] as const

/** An empty card while the routing card is loading. */
const CardLoading = () => <div className={`${layoutStyles.framed} ${styles.loadingCard}`} aria-busy="true" />

/** Grey bars while the channel is loading; the delay keeps a fast response from flashing them. */
function EditorLoading() {
  const t = editorText.use()
  const late = useDelayed(150)
  return (
    <div aria-busy="true">
      {sections.map(({ title, bars }) => (
        <FormSection key={title} title={t(title)}>
          {bars.map((bar) => (
            <div
              key={bar}
              className={late ? layoutStyles.loadingBar : `${layoutStyles.loadingBar} ${layoutStyles.invisible}`}
            />
          ))}
        </FormSection>
      ))}
    </div>
  )
}
