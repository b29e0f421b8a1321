# The targets that VMK Engine's contributors know, over npm and nx. There is no `mocks`: fakes are written
# by hand.
.PHONY: unit lint vuln pre-commit pre-commit-install

# Each project's tests; what needs a real server is skipped. `npm test` runs everything.
unit: node_modules
	npx --no-install nx run-many -t test

lint: node_modules
	npm run lint

# Known vulnerabilities of what the bundles contain.
vuln:
	npm audit --omit=dev

pre-commit: node_modules
	pre-commit run --all-files

pre-commit-install:
	pre-commit install

node_modules: package.json package-lock.json
	npm ci
	@touch node_modules
