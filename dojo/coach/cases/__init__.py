"""An attempt in any language: its tests are the black-box cases of the kata."""
