// The process that reads tags: `FILE NAME PICTURE`. Writes the tags as JSON to stderr, and the picture to a file.
import { writeFile } from 'node:fs/promises';
import { parseFile } from 'music-metadata';
import { tagsOf } from './read-tags.ts';

const [path = '', fileName = '', picturePath = ''] = process.argv.slice(2);
const { common } = await parseFile(path, { duration: false });
const picture = common.picture?.[0];
if (picture) await writeFile(picturePath, picture.data);
process.stderr.write(`${JSON.stringify(tagsOf(common, fileName))}\n`);
