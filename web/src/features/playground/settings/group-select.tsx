import { Select } from 'antd'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { RatioTag } from '../../../components/tags/ratio-tag.tsx'
import { useSeat } from '../../../lib/api/organisations.ts'
import { changeSettings, usePlayground, useSettings } from '../store/use-playground.ts'
import { settingsText } from './settings.text.ts'

type Choice = { name: string; text: string; ratio: number | undefined }

const shown = (choice: Choice | undefined) => (
  <span className={layoutStyles.shrinkingRow}>
    <span>{choice?.name}</span>
    <span className={`${textStyles.growingEllipsis} ${textStyles.quiet}`}>{choice?.text}</span>
    {choice?.ratio !== undefined && <RatioTag ratio={choice.ratio} />}
  </span>
)

/** The group whose channels and ratio apply, with its description. */
export function GroupSelect({ id }: { id: string }) {
  const t = settingsText.use()
  const { models } = usePlayground()
  const settings = useSettings()
  const seat = useSeat()
  const { groups, ownGroup } = models
  const choices = new Map<string, Choice>([
    ['', { name: ownGroup, text: t(seat ? 'orgGroup' : 'ownGroup'), ratio: groups[ownGroup]?.ratio }],
  ])
  for (const [name, { desc, ratio }] of Object.entries(groups)) choices.set(name, { name, text: desc, ratio })
  const isGone = !choices.has(settings.group)
  if (isGone) choices.set(settings.group, { name: settings.group, text: t('groupGone'), ratio: undefined })
  return (
    <Select
      id={id}
      className={layoutStyles.wide}
      value={settings.group}
      options={[...choices].map(([value, { name, text }]) => ({ value, label: `${name} ${text}` }))}
      optionRender={({ value }) => shown(choices.get(String(value)))}
      labelRender={({ value }) => shown(choices.get(String(value)))}
      onChange={(group: string) => changeSettings({ group })}
    />
  )
}
