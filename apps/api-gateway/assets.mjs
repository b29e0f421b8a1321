/**
 * Gathers the files of the interactive API pages into `assets/`, from where the bundle takes them.
 * Swagger UI is an installed package. Stoplight Elements as a dependency would bring a gigabyte of
 * packages for two files, so its package alone is fetched through npm, held to its published hash.
 */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const STOPLIGHT = {
  name: '@stoplight/elements',
  version: '9.0.25',
  integrity:
    'sha512-rDbNsgSCNo74lyV57cBzym+8F68/R2j7UPq4r3w5qK608vX8APNJhTq+2MkbTjsM3bUhFIoRdI225tlI85KpCA==',
};

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const assets = join(here, 'assets');
const require = createRequire(import.meta.url);

export function gather() {
  const swagger = dirname(require.resolve('swagger-ui-dist/package.json'));
  copy(swagger, 'swagger', ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE']);
  writeFileSync(
    join(assets, 'swagger/swagger-initializer.js'),
    "window.ui = SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui', deepLinking: true });\n",
  );
  copy(stoplight(), 'stoplight', ['web-components.min.js', 'styles.min.css', 'LICENSE']);
}

function copy(from, page, files) {
  mkdirSync(join(assets, page), { recursive: true });
  for (const file of files) cpSync(join(from, file), join(assets, page, file));
}

/** The folder with Stoplight's files, kept under `.tools` once fetched. */
function stoplight() {
  const kept = join(root, '.tools', `stoplight-elements-${STOPLIGHT.version}`);
  if (existsSync(join(kept, 'LICENSE'))) return kept;
  mkdirSync(join(root, '.tools'), { recursive: true });
  const work = mkdtempSync(join(root, '.tools', 'fetch-'));
  try {
    const spec = `${STOPLIGHT.name}@${STOPLIGHT.version}`;
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', spec, '--json', '--pack-destination', work], {
        cwd: work,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const archive = join(work, packed.filename.replace('@', '').replace('/', '-'));
    const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (hash !== STOPLIGHT.integrity) throw new Error(`${spec} doesn't match its published hash`);
    execFileSync('tar', ['-xzf', archive, '-C', work]);
    mkdirSync(kept, { recursive: true });
    for (const file of ['web-components.min.js', 'styles.min.css', 'LICENSE']) {
      cpSync(join(work, 'package', file), join(kept, file));
    }
    return kept;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
