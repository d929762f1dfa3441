interface Named {
  readonly name: string;
  readonly email: string;
}

/** Places in a text that are examined, and mentioned users, so that a text of `@` is not expensive. */
const maxPlaces = 100;
const maxMentioned = 20;

/** The members mentioned as `@name` or `@email`, in any case; where several fit, those with the longest name. */
export function mentionedIn<Member extends Named>(text: string, members: readonly Member[]): Member[] {
  const handles = members.flatMap((member) =>
    [member.name, member.email].filter(Boolean).map((handle) => ({ member, handle: handle.toLowerCase() })),
  );
  const mentioned = new Set<Member>();
  for (const rest of placesIn(text.toLowerCase())) {
    const fitting = handles.filter(({ handle }) => rest.startsWith(handle) && !continues(rest[handle.length]));
    const longest = Math.max(...fitting.map(({ handle }) => handle.length));
    for (const { member, handle } of fitting) if (handle.length === longest) mentioned.add(member);
  }
  return [...mentioned].slice(0, maxMentioned);
}

/** The text after each `@` that begins a word. */
function placesIn(text: string): string[] {
  const parts = text.split('@', maxPlaces + 1);
  const places: string[] = [];
  let end = 0;
  for (const before of parts) {
    end += before.length + 1;
    if (end <= text.length && !isWord(before.at(-1))) places.push(text.slice(end));
  }
  return places;
}

/** Whether the name continues: after `@ada`, another `@` makes it the address of someone else. */
const continues = (character: string | undefined): boolean => character === '@' || isWord(character);

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
