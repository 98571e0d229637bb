import type { LegalPageWording } from './wording.en.ts'

export const accessibilityWording: LegalPageWording = {
  title: 'Accessibility',
  description: (name) =>
    `How ${name} makes this website work for everyone, what does not work well yet, and how to get help with a page or form.`,
  lead: (name) =>
    `${name} wants everyone to be able to use this website: with a phone or a keyboard, with a screen reader, with large text, or with little time.`,
  inShort: [
    'We build to a well-known standard for accessible websites.',
    'If a page or a form does not work for you, tell us. We will look for another way with you.',
  ],
  sections: () => [
    {
      title: 'Our aim',
      parts: [
        'We build this website to meet WCAG 2.2, level AA. That is short for Web Content Accessibility Guidelines, a set of rules used around the world.',
        'So on this website:',
        [
          'you can do everything with a keyboard alone',
          'pages have clear headings, and pictures that carry meaning have a description',
          'text stands out from its background, in light and in dark mode',
          'you can make text twice as large, and pages fit a small phone',
          'you can read all public pages and send us a message with scripts (small programs in a page) turned off',
          'words are plain and sentences short',
        ],
      ],
    },
    {
      title: 'How to get help',
      parts: [
        'Tell us what you could not do, and on which page. Tell us what you need, and we will look for a way with you.',
        'If you do not want to fill out a form alone, call us.',
      ],
    },
    {
      title: 'What happens next',
      parts: [
        [
          'We look at the page or the form with what you told us in mind.',
          'If we can fix it, we fix it and tell you.',
          'If that takes time, we look for another way with you to get what you need until then.',
          'What we cannot fix soon goes on the list below.',
        ],
      ],
    },
    {
      title: 'What does not work well yet',
      parts: [
        [
          'Most of this website is in English only.',
          'Some phones show PDF files (files to print or fill out) without their fields. If yours does, print the form, or ask us for help.',
          'In our PDF forms you can type names in Latin letters with their accents, and in Russian letters. Some programs leave out other letters, such as Arabic or Amharic ones. If yours does, write the name with a pen, or ask us for help.',
          'The staff portal needs scripts. The public pages do not.',
          'In the staff portal, the PDF of a client’s notes is made of pictures. A screen reader cannot read those. Choose “Print Report” instead and save it as a PDF from there: that file has real text.',
          'Some links lead to other websites, such as those of public agencies. We cannot change how those work.',
        ],
        'A test program checks these pages at phone and desktop size, and goes through the main tasks with a keyboard alone. No outside expert has checked them yet.',
      ],
    },
  ],
  contact: {
    title: 'Contact',
    parts: [
      'Call or write. You do not need a special form, and you do not have to say why you need something.',
    ],
  },
}
