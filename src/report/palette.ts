/**
 * Colours by the names under which charts and page use them. `own` and `people` differ in lightness as well as in hue, and those of a stack
 * go from dark to light to dark, so that they are told apart in print without colours.
 */
export const PALETTE: {
  readonly light: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
} = {
  light: {
    paper: '#ffffff',
    shade: '#f5f4f1',
    ink: '#1c1b19',
    'ink-soft': '#57544e',
    quiet: '#6b675f',
    line: '#e6e3dd',
    'line-strong': '#b5b0a7',
    own: '#1b4f7d',
    second: '#b4531f',
    third: '#4b7a47',
    people: '#a04e19',
    stack0: '#1b4f7d',
    stack1: '#f0d6a8',
    stack2: '#7c3415',
    stack3: '#b9652f',
    stack4: '#dd9f62',
    stack5: '#8d8a84',
  },
  dark: {
    paper: '#161719',
    shade: '#1f2124',
    ink: '#ecebe8',
    'ink-soft': '#b3b0a9',
    quiet: '#96938c',
    line: '#2d2f33',
    'line-strong': '#565960',
    own: '#84bcee',
    second: '#f0a06c',
    third: '#9ccb97',
    people: '#eba36b',
    stack0: '#84bcee',
    stack1: '#7d6b48',
    stack2: '#f3c79b',
    stack3: '#e09a63',
    stack4: '#a6622c',
    stack5: '#77746e',
  },
};
