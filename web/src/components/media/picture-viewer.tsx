import { Image } from 'antd'

export type ShownPicture = { source: string; alt: string }

type PictureViewerProps = {
  pictures: readonly ShownPicture[]
  /** The picture in view; undefined closes the viewer. */
  current: number | undefined
  onChange: (current: number | undefined) => void
}

/** The pictures of a page at full size: zoom, turn, next and previous; Esc closes it. */
export function PictureViewer({ pictures, current, onChange }: PictureViewerProps) {
  return (
    <Image.PreviewGroup
      items={pictures.map(({ source, alt }) => ({ src: source, alt }))}
      preview={{
        open: current !== undefined,
        current: current ?? 0,
        onChange: (next) => onChange(next),
        onOpenChange: (open) => !open && onChange(undefined),
        scaleStep: 0.5,
      }}
    />
  )
}
