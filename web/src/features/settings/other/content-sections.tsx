import { useText } from '../../../lib/text/text.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { contentText } from './content.text.ts'
import { ContentOption } from './content-option.tsx'

type FieldsProps = { form: OptionForm }

/** One section for each text that an administrator writes for everybody. */
export function useContentSections() {
  const t = useText(contentText)
  const section = (
    id: string,
    name: 'Notice' | 'HomePageContent' | 'About' | 'Footer',
    Fields: SettingsSection['Fields'],
  ): SettingsSection => ({ id, title: t(name), options: { [name]: { label: t(name) } }, Fields })
  return {
    notice: section('notice', 'Notice', NoticeFields),
    home: section('home', 'HomePageContent', HomeFields),
    about: section('about', 'About', AboutFields),
    footer: section('footer', 'Footer', FooterFields),
  }
}

function NoticeFields({ form }: FieldsProps) {
  const t = useText(contentText)
  return <ContentOption form={form} name="Notice" text={t('noticeText')} help={t('kinds')} empty={t('noticeEmpty')} />
}

function HomeFields({ form }: FieldsProps) {
  const t = useText(contentText)
  return (
    <ContentOption
      form={form}
      name="HomePageContent"
      text={t('homeText')}
      help={t('kindsOrPage')}
      empty={t('homeEmpty')}
      frames
    />
  )
}

function AboutFields({ form }: FieldsProps) {
  const t = useText(contentText)
  return (
    <ContentOption
      form={form}
      name="About"
      text={t('aboutText')}
      help={t('kindsOrPage')}
      empty={t('aboutEmpty')}
      frames
    />
  )
}

function FooterFields({ form }: FieldsProps) {
  const t = useText(contentText)
  return (
    <ContentOption form={form} name="Footer" text={t('footerText')} help={t('kinds')} empty={t('footerEmpty')} small />
  )
}
