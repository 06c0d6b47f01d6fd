# SPDX-License-Identifier: MIT
# What is written for people.

dist_doc_DATA += CONTRIBUTING.md NEWS README.md SECURITY.md
