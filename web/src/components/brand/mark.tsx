/** The product's logo: a toll canopy over two carriageways, together a T. The tile is the same on light and dark. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--mark-tile)" />
      <g fill="var(--mark-glyph)">
        <rect x="5" y="6" width="22" height="4.6" rx="1.4" />
        <path d="M12.1 13.8h2.7v12.4H8.9c-.7 0-1.1-.6-.9-1.2l3-10.4c.1-.5.6-.8 1.1-.8z" />
        <path d="M19.9 13.8h-2.7v12.4h5.9c.7 0 1.1-.6.9-1.2l-3-10.4c-.1-.5-.6-.8-1.1-.8z" />
      </g>
    </svg>
  )
}
