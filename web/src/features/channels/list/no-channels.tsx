import { Button } from 'antd'
import { PasteKey } from '../../../components/provider-key/paste-key.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import { NoMatch } from '../../../components/states/no-match.tsx'
import { useChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import { AddButton } from '../actions/page-actions.tsx'
import { channelsText } from '../channels.text.ts'
import styles from './channel-list.module.css'
import type { ChannelView } from './use-channel-view.ts'

/** The empty list: there is no channel yet, or none with a tag. */
export function NoChannels({ view, hasChannels }: { view: ChannelView; hasChannels: boolean }) {
  const t = channelsText.use()
  if (view.isTagMode && hasChannels) {
    const all = <Button onClick={() => view.setTagMode(false)}>{t('showAll')}</Button>
    return <EmptyState title={t('noTags')} text={t('noTagsText')} action={all} />
  }
  const actions = (
    <div className={styles.ways}>
      <PasteKey />
      <AddButton />
    </div>
  )
  return <EmptyState title={t('empty')} text={t('emptyText')} action={actions} />
}

const statusLabels = { enabled: 'enabled', disabled: 'disabled', auto_disabled: 'autoDisabled' } as const

/** The empty list under filters: names the filters and offers to clear them. */
export function NothingFound({ view: { filters, query, clearFilters } }: { view: ChannelView }) {
  const t = channelsText.use()
  const typeName = useChannelTypeName()
  const words = [
    filters.model && t('modelHas', { text: filters.model }),
    filters.group && t('groupIs', { text: filters.group }),
    query.status && t('statusIs', { text: t(statusLabels[query.status]) }),
    query.health && t('healthIs', { text: t(query.health) }),
    query.type !== undefined && t('typeIs', { text: typeName(query.type) }),
  ]
  return (
    <NoMatch
      title={filters.keyword ? t('noMatchKeyword', { text: filters.keyword }) : t('noMatch')}
      filters={words.filter(Boolean).join(t('and'))}
      onClear={clearFilters}
    />
  )
}
