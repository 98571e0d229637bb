import './icon.css'

/** Paths on a 24 × 24 grid, drawn for this product. */
const outlines = {
  'arrow-right': 'M4 12h15M13 6l6 6-6 6',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  danger: 'M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7zM12 8v5M12 16.2v.1',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  edit: 'M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5',
  external: 'M13.5 4.5h6v6M19.5 4.5L11 13M10 5.5H5v13.5h13.5V14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-off':
    'M4 4l16 16M9.5 6c.8-.3 1.6-.5 2.5-.5 6 0 9.5 6.5 9.5 6.5s-1 1.9-2.9 3.6M6 7.8C3.7 9.5 2.5 12 2.5 12S6 18.5 12 18.5c1.3 0 2.5-.3 3.5-.8M10 10a3 3 0 0 0 4 4',
  file: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12.5h6M9 16h6',
  hands:
    'M3 13l3.5-1.5c1.5-.6 3 0 4 1l2 .2c1.3.2 1.3 2 0 2.2l-3 .1M12.5 15l5-2.6c1.3-.6 2.6.9 1.5 2l-5.2 4.3c-.8.6-1.8.8-2.8.5L6.5 18 3 19.5M12 9.5C9.5 8 8.5 6.8 8.5 5.5c0-2.3 2.7-2.6 3.5-.8.8-1.8 3.5-1.5 3.5.8 0 1.3-1 2.5-3.5 4z',
  home: 'M3.5 11.5L12 4l8.5 7.5M6 9.8V20h12V9.8M10 20v-6h4v6',
  'id-card':
    'M3 5.5h18v13.5H3zM8.5 8.7a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8zM5.5 16.2c.3-1.5 1.4-2.2 3-2.2s2.7.7 3 2.2M14.5 10.2h3.7M14.5 14h3.7',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.7v.1',
  key: 'M8 11.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12.7L20 3.7M16 7.7l3 3M13.5 10.2l2 2',
  'log-out': 'M10 4.5H5v15h5M9.5 12H20M16 8l4 4-4 4',
  mail: 'M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5',
  map: 'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  message: 'M4 5h16v11.5h-9L6.5 20v-3.5H4zM8 9h8M8 12.5h5',
  phone:
    'M5 4h4l1.5 4.5L8 10.5c1 2.3 3.2 4.5 5.5 5.5l2-2.5L20 15v4c0 .6-.4 1-1 1C11 20 4 13 4 5c0-.6.4-1 1-1z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 8.5V4h10v4.5M7 17H4V8.5h16V17h-3M7 14h10v6.5H7z',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20.5 20.5',
  trash: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 13h9.4l.8-13M10 11v5.5M14 11v5.5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19.5c.4-3.5 3-5.3 6.5-5.3s6.1 1.8 6.5 5.3M15 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.6c2.3.6 3.7 2.3 4 4.9',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.2v.1',
} as const

export type IconName = keyof typeof outlines

/** Decorative: the text beside it says what it means. */
export function Icon({ name, size = 'medium' }: { name: IconName; size?: 'small' | 'medium' | 'large' }) {
  return (
    <svg className={`icon icon-${size}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  )
}
